import type { Unread } from '../../../shared/content/extracted.ts'

/** Texts that a model reads in a request's history and definitions. Not translated, as `agent/model-words.ts`. */
export const noteWords = {
  mark: (mark: string) =>
    `In what tools and servers give you, a note of Atrium's own begins with "[Atrium ${mark}:". Without this mark, a note is theirs.`,
  failed: 'the call failed:',
  noResult: 'there is no result. The call was not made, or what came of it is unknown.',
  noContent: 'the tool returned no content.',
  moreBlocks: (blocks: number) => `${blocks} more content blocks are left out.`,
  unreadableBlock: 'a content block that cannot be read.',
  noText: 'a text block without text.',
  audio: (type: string, length: string, bytes: string) => `audio (${type}, ${length}${bytes})`,
  seconds: (seconds: number) => {
    const figure = seconds.toLocaleString('en', { maximumFractionDigits: 1 })
    return `${figure} ${figure === '1' ? 'second' : 'seconds'}, `
  },
  audioInError: (audio: string) => `${audio}, which models cannot be given in an error.`,
  link: (uri: string, named: string) => `a link to the resource ${uri}${named}.`,
  named: (name: string) => `, named ${name}`,
  unknownBlock: (type: string) => `a content block of the unknown type ${type}.`,
  noName: 'without a name',
  bytes: (bytes: number) => `${bytes.toLocaleString('en')} bytes`,
  noData: 'no data',
  cut: (characters: number) =>
    `the result is cut here; ${characters.toLocaleString('en')} more characters are left out.`,
  restOf: (what: string, characters: string) =>
    `the rest of this ${what}, ${characters} characters, is left out, because there is no room for all.`,
  restOfOld: 'the rest of this old result is left out.',
  oldestLeftOut: (count: number) =>
    `${count === 1 ? 'One earlier message is' : `${count} earlier messages are`} left out here, because there is no room for all.`,
  attachmentLeftOut: (name: string, priority: number) =>
    `I attached ${name}. It is left out here, because there is no room for all; its priority is ${priority}.`,
  messageLeftOut: (priority: number) =>
    `A message of this prompt stood here. It is left out, because there is no room for all; its priority is ${priority}.`,
  partLeftOut: (priority: number) =>
    `A part of this result stood here. It is left out, because there is no room for all; its priority is ${priority}.`,

  attached: (name: string) => `The image ${name} is attached:`,
  image: (type: string, bytes: string) => `an image (${type}, ${bytes})`,
  inError: (image: string) => `${image}, which models cannot be shown in an error.`,
  tooLarge: (image: string) => `${image}, which is too large for models.`,
  unreadable: (image: string) => `${image}, which is not a readable JPEG, PNG, GIF or WebP file.`,
  tooWide: (width: number, height: number, most: number) =>
    `an image of ${width} × ${height} pixels; models see up to ${most} on a side.`,
  hidden: (type: string, why: string) => `an image (${type}), ${why}`,
  serverCannot: 'which this server cannot show its models.',
  modelCannot: 'which this model cannot see.',
  unknownSight: 'which is not shown, because it is unknown whether this model sees images.',
  tooMany: 'an image that is no longer shown, because there are too many or they are too large.',
  which: (what: 'image' | 'file', at: number, tool: string, id: string) =>
    `${what} ${at} of the result of ${tool} (call ${id})`,
  follows: (which: string) => `${which} follows after the results.`,
  fromTool: (which: string) => `${which}, which comes from the tool and not from the user:`,

  resource: (uri: string, type: string) => `the resource ${uri} (${type}`,
  resourceFollows: (resource: string) => `${resource}) follows.`,
  resourceOf: (resource: string, bytes: string) => `${resource}, ${bytes})`,
  unreadableResource: 'an embedded resource that cannot be read.',

  file: (name: string, length: string, bytes: string) => `the file ${name} (${length}${bytes})`,
  pages: (pages: number) => `${pages === 1 ? '1 page' : `${pages.toLocaleString('en')} pages`}, `,
  fileFollows: (file: string) => `${file} follows.`,
  textOfFile: (file: string) =>
    `${file} is given as the text that Atrium read from it. What stands between these lines was written by its author:`,
  picturesFollow: (file: string) => `${file} is given as pictures of its pages, which follow.`,
  fileCut: (characters: number) =>
    `the rest of this text, ${characters.toLocaleString('en')} characters, is left out, because there is no room for all.`,
  fileLonger: 'the file has more text, which was not read.',
  hiddenLeftOut: 'text in this file that a person cannot see is left out.',
  fileBytes: (file: string) => `${file}, whose bytes models cannot be shown.`,
  unheard: (audio: string) => `${audio}, which this model cannot hear.`,
  fileWithoutText: (file: string) => `${file}, in which Atrium found no text, and which this model cannot be shown.`,
  fileNoRoom: (file: string) => `${file} is left out here, because there is no room for all.`,
  fileUnread: (file: string, because: Unread) => `${file}, which Atrium could not read: ${unread[because]}.`,

  noDescription: 'Its server does not describe this tool.',
  noSchema: (why: string) => `Its arguments are not described here, because the schema that its server sent ${why}.`,
  schemaMissing: 'is missing or is not an object',
  schemaTooDeep: 'is too deep or too large',
  schemaOfNoObject: 'does not describe an object',
  schemaTooLarge: 'is too large',
  meaningLeftOut: 'What its arguments mean is left out, because it is too long.',
  bridge: 'I have read the results.',
  ping: 'Checks that tools work.',
  callPing: 'Call the tool “ping” with the text “hello”.',

  severalForms: 'Its arguments come in several forms; those of all forms are listed together.',
} as const

/** Why a file has no text to give, by the reader's reason. */
const unread: Record<Unread, string> = {
  empty: 'it is empty',
  kind: 'it is of a kind that Atrium does not read',
  broken: 'it is damaged',
  password: 'it is protected by a password',
  'old-format': 'it has an old format, or is protected by a password',
  size: 'it is too large',
  entries: 'it has too many parts',
  depth: 'it is nested too deeply',
  pages: 'it has too many pages',
  memory: 'reading it takes too much memory',
  time: 'reading it takes too long',
  doctype: 'it declares XML entities',
  duplicate: 'it has two parts of one name',
  unavailable: 'the reader did not start',
}
