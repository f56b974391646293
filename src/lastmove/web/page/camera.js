// What part of the plane the board shows. It moves only when people move it, or ask for everything to be shown.

const LEAST = { width: 500, height: 380 };
const ROOM = 46;

export class Camera {
  constructor(svg) {
    this.svg = svg;
    this.box = { x: -360, y: -270, width: 720, height: 540 };
    this.#aim();
  }

  #aim() {
    const { x, y, width, height } = this.box;
    this.svg.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
  }

  /** Where a point of the screen is in the plane. */
  point({ clientX, clientY }) {
    const at = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return { x: Math.round(at.x), y: Math.round(at.y) };
  }

  /** Where a point of the plane is, from the upper left corner of the board. */
  screen(x, y) {
    const at = new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM());
    const corner = this.svg.getBoundingClientRect();
    return { x: at.x - corner.x, y: at.y - corner.y };
  }

  /** Show all of a rectangle: left, top, right, bottom. */
  fit([left, top, right, bottom]) {
    const width = Math.max(LEAST.width, right - left + 2 * ROOM);
    const height = Math.max(LEAST.height, bottom - top + 2 * ROOM);
    this.box = { x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height };
    this.#aim();
  }

  /** Whether a rectangle can be seen whole. */
  holds([left, top, right, bottom]) {
    const from = this.screen(left, top);
    const to = this.screen(right, bottom);
    const { clientWidth, clientHeight } = this.svg;
    return from.x >= 0 && from.y >= 0 && to.x <= clientWidth && to.y <= clientHeight;
  }

  /** Keep everything where it is on the screen while something beside the board changes its size. */
  still(change) {
    const before = this.svg.getScreenCTM();
    change();
    const { x, y, width, height } = this.svg.getBoundingClientRect();
    if (!before?.a || !width) return;
    const { a, e, f } = before;
    this.box = { x: (x - e) / a, y: (y - f) / a, width: width / a, height: height / a };
    this.#aim();
  }

  pan(dx, dy) {
    this.box.x -= dx;
    this.box.y -= dy;
    this.#aim();
  }

  /** Larger or smaller, with one point of the plane kept where it is. */
  zoom(factor, { x, y } = this.middle) {
    const width = Math.min(6000, Math.max(160, this.box.width / factor));
    const by = width / this.box.width;
    this.box = { x: x + (this.box.x - x) * by, y: y + (this.box.y - y) * by, width, height: this.box.height * by };
    this.#aim();
  }

  get middle() {
    return { x: this.box.x + this.box.width / 2, y: this.box.y + this.box.height / 2 };
  }
}
