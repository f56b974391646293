// Python in a web worker: loads Pyodide and the wheels that `lastmove site` wrote, and answers questions.
// In: { config }, then { id, question, text } or { skip: id }. Out: { id, text }, { id, progress }, { fatal }, or
// { loading }, from 0 to 1, until Python is there.
// A wheel is fetched when a module in it is first imported: a page that asks little loads little.
let ready = null;
const skipped = new Set();
let turn = Promise.resolve();

const START = `
import importlib
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import PathFinder


class Wheels(MetaPathFinder):
    """Finds modules in wheels that are not yet here, and has them fetched."""

    def __init__(self, homes, fetch):
        self.homes, self.fetch = homes, fetch

    def find_spec(self, name, path=None, target=None):
        wheel = self.homes.pop(name, None)
        if wheel is None:
            return None
        self.fetch(wheel)
        importlib.invalidate_caches()
        return PathFinder.find_spec(name)


def begin(homes, fetch):
    sys.meta_path.append(Wheels(homes.to_py(), fetch))
    from lastmove.web.api import answer
    return answer
`;

async function begin(config) {
  const folder = new URL(config.pyodide, config.base).href;
  postMessage({ loading: 0.05 });
  const { loadPyodide } = await import(new URL('pyodide.mjs', folder).href);
  postMessage({ loading: 0.15 });
  const python = await loadPyodide({ indexURL: folder });
  postMessage({ loading: 0.7 });
  const fetchWheel = (name) => {
    const request = new XMLHttpRequest(); // in a worker a request may wait, and an import has to
    request.open('GET', new URL(name, config.base).href, false);
    request.responseType = 'arraybuffer';
    request.send();
    if (request.status !== 200) throw new Error(`${name}: ${request.status}`);
    python.unpackArchive(request.response, 'wheel');
  };
  python.runPython(START);
  const answer = python.globals.get('begin')(config.wheels, fetchWheel);
  answer('solve', '{"position": {"game": "nim", "heaps": [1]}}', () => {}); // what every answer needs is there now
  postMessage({ loading: 1 });
  return answer;
}

async function reply({ id, question, text }) {
  const answer = await ready;
  await new Promise((done) => setTimeout(done)); // so that what was given up meanwhile is known
  if (skipped.delete(id)) return;
  postMessage({ id, text: answer(question, text, (progress) => postMessage({ id, progress })) });
}

onmessage = ({ data }) => {
  if (data.config) ready = begin(data.config);
  else if (data.skip) skipped.add(data.skip);
  else turn = turn.then(() => reply(data)).catch((error) => postMessage({ fatal: String(error).slice(-500) }));
};
