// What can be said of a program before it is read.

/** Whether it could import anything: modules, and with them effects and schemes. False only where it certainly cannot. */
export function couldImport(files: readonly { readonly text: string }[]): boolean {
  return files.some(({ text }) => text.includes('import'));
}
