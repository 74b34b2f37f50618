// For the types alone; browsers never load it.
export * from "../../../../node_modules/lit-html/directives/if-defined.js";
