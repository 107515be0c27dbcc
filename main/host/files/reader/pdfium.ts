import { PDFiumModule } from '@hyzyla/pdfium/dist/index.esm.browser.js'

/** The functions of PDFium that Atrium uses. Documents, pages and pointers are numbers. */
export type Pdfium = {
  _FPDF_InitLibraryWithConfig(config: object): void
  _FPDF_LoadMemDocument(bytes: number, size: number, password: number): number
  _FPDF_GetLastError(): number
  _FPDF_GetPageCount(document: number): number
  _FPDF_CloseDocument(document: number): void
  _FPDFDoc_GetJavaScriptActionCount(document: number): number
  _FPDFDoc_GetAttachmentCount(document: number): number
  _FPDF_GetFormType(document: number): number
  _FPDF_LoadPage(document: number, index: number): number
  _FPDF_ClosePage(page: number): void
  _FPDF_GetPageWidth(page: number): number
  _FPDF_GetPageHeight(page: number): number
  _FPDF_PageToDevice(...given: number[]): number
  _FPDFPage_CountObjects(page: number): number
  _FPDFPage_GetObject(page: number, index: number): number
  _FPDFPageObj_GetType(object: number): number
  _FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number
  _FPDFText_LoadPage(page: number): number
  _FPDFText_ClosePage(text: number): void
  _FPDFText_CountChars(text: number): number
  _FPDFText_GetUnicode(text: number, index: number): number
  _FPDFText_IsGenerated(text: number, index: number): number
  _FPDFText_GetCharBox(
    ...given: [text: number, index: number, left: number, right: number, bottom: number, top: number]
  ): number
  _FPDFLink_Enumerate(page: number, position: number, link: number): number
  _FPDFLink_GetAction(link: number): number
  _FPDFAction_GetType(action: number): number
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, first: number, stride: number): number
  _FPDFBitmap_FillRect(...given: number[]): number
  _FPDFBitmap_GetBuffer(bitmap: number): number
  _FPDFBitmap_GetStride(bitmap: number): number
  _FPDFBitmap_Destroy(bitmap: number): void
  _FPDF_RenderPageBitmap(...given: number[]): void
  wasmExports: { malloc(size: number): number; free(at: number): void }
  HEAPU8: Uint8Array
}

/** A page and its text, as PDFium numbers them. */
export type OpenedPage = { page: number; text: number }

/** A sign's text; PDFium numbers what has none with 0, and surrogates of a damaged file stay out. */
export const signOf = (code: number): string =>
  code === 0 || code > 0x10_ff_ff || (code >= 0xd8_00 && code <= 0xdf_ff) ? '' : String.fromCodePoint(code)

let started: Promise<Pdfium> | undefined

/** Starts PDFium from its WebAssembly, once. It was built for a page, so it is given the name of one. */
export function startPdfium(wasm: Uint8Array): Promise<Pdfium> {
  return (started ??= start(wasm))
}

async function start(wasm: Uint8Array): Promise<Pdfium> {
  const silent = { print: () => undefined, printErr: () => undefined, locateFile: () => '' }
  Object.assign(globalThis, { window: {} })
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package types only some of its functions
    const module = (await PDFiumModule({ wasmBinary: wasm, ...silent })) as Pdfium
    module._FPDF_InitLibraryWithConfig({ version: 2 })
    return module
  } finally {
    Reflect.deleteProperty(globalThis, 'window')
  }
}
