/** The stylesheet of the views of classes. */
import { useStyle } from "../shell/style.js";

export const useClassStyle = () => useStyle(new URL("./classes.css", import.meta.url));
