/** Above this VS Code gives a file to no extension. */
export const MAX_SYNCED_BYTES = 50 * 1024 * 1024;
