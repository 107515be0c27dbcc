/** Why a model's call was not made; the user and the model read it. */
export const unmadeWords = {
  arguments: 'The arguments aren’t a readable JSON object.',
  noTool: 'The call names no tool.',
  sameId: 'Another call in this message has the same ID.',
} as const

/** Faults in a server's answer, for the log. Atrium then retries the attempt, or reports it in `../words.ts`. */
export const faultWords = {
  noBody: 'The answer has no body.',
  broke: 'The stream broke.',
  tooLong: 'The answer is too long.',
  notJson: 'The answer is not JSON.',
  webPage: 'The answer is a web page.',
  noModelList: 'The answer is not a list of models.',
  error: 'The server sent an error.',
  eventNotJson: 'An event is not JSON.',
  eventTooLong: 'An event is too long.',
  noEvent: 'An event is not an object.',
  noChunk: 'A chunk is not an object.',
  eventOfNoItem: 'An event belongs to no item.',
  deltaOfNoBlock: 'A delta belongs to no open block.',
  deltaWithoutText: 'A delta has no text.',
  impossibleBlock: 'A content block begins in an impossible way.',
  otherKind: (kind: string) => `A part that is not ${kind} got ${kind}.`,
  answerCut: 'The stream ended before the answer did.',
  noResponse: 'The stream ended without a response.',
} as const
