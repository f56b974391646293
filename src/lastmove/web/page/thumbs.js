// Little pictures of positions, each drawn once: for the gallery and for the exercises of a worksheet.

import { ask } from './transport.js';

const DRAWN = new Map();

/** Draw a position into an image; one that cannot be drawn stays without a picture. */
export async function drawThumb(image, position) {
  const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const key = `${theme} ${JSON.stringify(position)}`;
  if (!DRAWN.has(key)) DRAWN.set(key, ask('draw', { position, to: 'svg', theme, show: [], caption: '', legend: false }).then((drawn) => URL.createObjectURL(drawn)));
  try {
    image.src = await DRAWN.get(key);
  } catch {
    DRAWN.delete(key); // another time, perhaps
  }
}
