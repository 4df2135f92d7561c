// The verifier sets `globalThis.gofish` and exports nothing; its own code is not checked.
export {};
