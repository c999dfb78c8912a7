// A package of functions/, because the server renders images with it.
export { default as sharp } from '../functions/node_modules/sharp/dist/index.mjs';
