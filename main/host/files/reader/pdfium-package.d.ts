/** The package's build without Node's modules, which it doesn't type. */
declare module '@hyzyla/pdfium/dist/index.esm.browser.js' {
  export const PDFiumModule: (options: object) => Promise<unknown>
}
