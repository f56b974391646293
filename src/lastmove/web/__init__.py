"""The playground: one module of questions, and the ways to ask them: a local server, a web worker, notebooks."""
