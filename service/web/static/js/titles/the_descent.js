export { draw } from "./generic.js";
