// Who answers the questions of this page: a server ("http") or Python in a web worker ("worker").
// `lastmove site` writes another file in place of this one.
export const config = { transport: 'http' };
