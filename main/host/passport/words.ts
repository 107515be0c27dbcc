/** Texts about server passports: why one can't be written, read or used, and what to do next. */
export const passportWords = {
  noServer: (id: string) => `No server named ${id}.`,
  playground: 'The playground is part of every Atrium, so it has no passport.',
  noKey: 'Atrium has no signing key, so it can’t sign a passport. Check that the secret store works, then try again.',
  tooLong: (server: string) => `${server} offers so much that its passport would be larger than 1 MB.`,
  tooLarge: 'This passport is larger than 1 MB, so Atrium didn’t read it. Nothing was added.',
  cut: 'This passport is incomplete or damaged: it isn’t valid JSON. Copy the whole file again. Nothing was added.',
  version: (version: string, known: number) =>
    `This passport has version ${version}, and this Atrium reads version ${known}. Update Atrium, or ask for an older one. Nothing was added.`,
  malformed: (place: string) =>
    `This passport has an invalid part (${place}), so Atrium didn’t use it. Ask its sender for a new one. Nothing was added.`,
  rewritten:
    'This passport isn’t exactly as Atrium wrote it: it was edited, reformatted, or repeats a name. Use the original file. Nothing was added.',
  unsigned:
    'The signature doesn’t match: this passport was changed after it was signed, or the key in it is another. Ask its sender for a new one. Nothing was added.',
} as const
