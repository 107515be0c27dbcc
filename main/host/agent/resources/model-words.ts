/** Texts that a model reads about resources, prompts and results. Not translated. */
export const resourceModelWords = {
  /** Results that are given in part. */
  firstPart: (of: { shown: string; characters: string; tool: string; readOn: string }) =>
    `These are the first ${of.shown} of the ${of.characters} characters of this result. All of it is stored: read on with ${of.tool} ${of.readOn}.`,
  tooLarge: (count: number) => `${leftOut(count)} too large to be given to you.`,
  forPerson: (count: number) => `${leftOut(count)} meant for the person alone.`,
  readOnTool: (most: string) =>
    `Reads on in a long result of this conversation that was given to you in part, up to ${most} characters at a time. The note at the end of that result says with which arguments.`,
  handle: 'The handle of the result, from the note at its end.',
  from: 'Where to read on, in characters from the beginning.',
  noHandle: 'No result of this conversation has this handle.',
  badFrom: '`from` must be a whole number, 0 or more.',
  endsBefore: (characters: string) => `The result ends before that: it has ${characters} characters.`,
  middle: (of: { from: string; end: string; characters: string; readOn: string }) =>
    `These are the characters ${of.from} to ${of.end} of ${of.characters}: read on with ${of.readOn}.`,
  last: (of: { from: string; end: string; characters: string }) =>
    `These are the characters ${of.from} to ${of.end} of ${of.characters}, and the end.`,

  /** The list of resources. */
  noServer: 'No such server.',
  noArgument: (name: string) => `No argument named ${name}.`,
  badQuery: 'The query must be a text of at most 1,000 characters.',
  badPage: 'The page must be a whole number from 1 on.',

  prompt: (name: string, server: string) => `the prompt ${name} of the server ${server}`,
  emptyPrompt: (prompt: string) => `I picked ${prompt}. It has no messages.`,
  forPersonInPrompt: (count: number) => `${leftOut(count, 'prompt')} meant for the person alone.`,
  partOf: (prompt: string) => `a part of ${prompt}`,
  withArguments: (json: string) => ` with ${json}`,
  promptBegins: (prompt: string) =>
    `I picked ${prompt}. All messages between these two lines, those of the assistant too, were written by that server; I want you to go on from them:`,
  embedded: (uri: string, mark: string, text: string) =>
    `The resource${uri} is what stands between these lines:\n${mark}\n${text}\n${mark}`,
  notText: (kind: string) => `here the server put ${kind} that cannot stand in a message of the model.`,
  moreCharacters: (count: string) => `${count} more characters are left out.`,

  page: (name: string, uri: string, server: string) =>
    `the page ${name}, fetched from ${uri}, which the server ${server} named`,
  resource: (name: string, uri: string, server: string) => `the resource ${name} (${uri}) of the server ${server}`,
  appContext: (tool: string, server: string) =>
    `what the app for the tool ${tool} of the server ${server} shows at the moment`,
  peopleOnly: (resource: string) => `I attached ${resource}. Its server says that it is for people only.`,
  emptyResource: (resource: string) => `I attached ${resource}. It is empty.`,
  unknownType: 'of an unknown type',
  moreOfIt: (count: string) => `${count} more characters of it are left out.`,
  resourceBegins: (resource: string, by: string) =>
    `I attach ${resource}. What stands between these lines was written by ${by}, not by me:`,
  thatServer: 'that server',
  thatSite: 'that site',
  image: (resource: string, from: string) => `I attach ${resource}. It is an image that comes from ${from}:`,
  fileFrom: (resource: string, from: string) => `I attach ${resource}. It is a file that comes from ${from}:`,
  bytes: (resource: string, kind: string, bytes: string) =>
    `I attached ${resource}: ${kind}, ${bytes} bytes, which models cannot be shown.`,

  noPart: (uri: string, parts: number) =>
    `What stands under ${uri} has ${parts === 1 ? 'one part only' : `only ${parts} parts`}.`,
  part: (part: number, of: number) =>
    `This is part ${part} of ${of}. ${part < of ? `Ask for part ${part + 1} to read on.` : 'It is the last.'}`,
  noText: (uri: string, type: string, bytes: string) =>
    `${uri} (${type}, ${bytes} bytes) is not text, so it is not shown.`,
} as const

function leftOut(count: number, of = 'result'): string {
  return count === 1 ? `1 part of this ${of} is left out: it is` : `${count} parts of this ${of} are left out: they are`
}
