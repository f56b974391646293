// What is on the board and how it came there. A state is a plain value: it is replaced, never changed, so that undo is
// a list of states.
//
//   position   where the game begins, without its convention
//   play       'normal' or 'misere'
//   places     where vertices are, by their names
//   moves, at  the moves that were made, and how many of them are shown

const MOST_STEPS = 300;

export class Store extends EventTarget {
  #past = [];
  #future = [];

  constructor(state) {
    super();
    this.state = state;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /** Another state. `quiet` changes are not steps of undo: where the film stands, which convention is looked at. */
  set(changes, { quiet = false, fit = false } = {}) {
    if (!quiet) {
      this.#past.push(this.state);
      if (this.#past.length > MOST_STEPS) this.#past.shift();
      this.#future = [];
    }
    this.state = Object.freeze({ ...this.state, ...changes });
    this.#tell(fit);
  }

  undo() {
    this.#step(this.#past, this.#future);
  }

  redo() {
    this.#step(this.#future, this.#past);
  }

  #step(from, to) {
    if (!from.length) return;
    to.push(this.state);
    this.state = { ...from.pop(), play: this.state.play };
    this.#tell(false);
  }

  #tell(fit) {
    this.dispatchEvent(new CustomEvent('change', { detail: { fit } }));
  }
}
