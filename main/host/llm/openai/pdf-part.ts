/** A PDF file's name as OpenAI's APIs want it; some tell the kind by it. */
export const pdfName = (name: string): string => (/\.pdf$/i.test(name) ? name : `${name}.pdf`)

/** A PDF file as a data URL. */
export const pdfUrl = (data: string): string => `data:application/pdf;base64,${data}`
