/** The stylesheet of classes and of those who direct: the next step, tables, and what is printed. */
import { useStyle } from "../shell/style.js";

export const HOSTING = new URL("./hosting.css", import.meta.url);

export const useHostingStyle = () => useStyle(HOSTING);
