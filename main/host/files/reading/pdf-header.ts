const header = '%PDF-'

/** Where a PDF's header begins, which can follow up to 1,024 other bytes; -1 if there is none. */
export const pdfHeaderAt = (bytes: Buffer): number =>
  bytes.subarray(0, 1024 + header.length).indexOf(header, 0, 'latin1')
