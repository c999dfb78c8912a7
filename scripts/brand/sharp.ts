// The server draws pictures with it, so that it is among the packages of functions/.
export { default as sharp } from '../../functions/node_modules/sharp/dist/index.mjs';
