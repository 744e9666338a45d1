// Node.js 18, Debian 12's, has the `crypto` that Go's WebAssembly asks for, but not as a global.
globalThis.crypto ??= require("node:crypto").webcrypto;
