// Features of both eras' peers other than their tools: a board to write on, notes by their names, a prompt with
// completion, and a second prompt and resource that come later. `tell` reports changes to all listeners.
import { completable, ResourceTemplate } from '@modelcontextprotocol/server'
import { z } from 'zod'

export const boardCapabilities = {
  prompts: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  completions: {},
}

const board = { text: 'Nothing is written here yet.', hasMore: false }
const uri = 'peer://board'
const topics = ['rivers', 'roads', 'roses']
const notes = ['garden', 'gate', 'harbour']
const words = (text) => ({ content: [{ type: 'text', text }] })
const startingWith = (list) => (typed) => list.filter((one) => one.startsWith(typed))
const say = (text) => ({ messages: [{ role: 'user', content: { type: 'text', text } }] })

function offerMore(server) {
  server.registerPrompt('later', { title: 'Later', description: 'Came later.' }, () => say('This came later.'))
  server.registerResource('extra', 'peer://extra', { title: 'Extra', mimeType: 'application/json' }, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'application/json', text: '{"came":"later"}' }],
  }))
}

/** `isLasting`: the server lives on, and is changed itself; otherwise every request has a new one. */
export function offerBoard(server, tell, isLasting) {
  const about = completable(z.string().describe('What it is about'), startingWith(topics))
  const brief = { title: 'Brief', description: 'Asks for a brief.', argsSchema: z.object({ topic: about }) }
  server.registerPrompt('brief', brief, ({ topic }) => say(`Write a brief about ${topic}.`))
  server.registerResource('board', uri, { title: 'Board', mimeType: 'text/plain' }, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'text/plain', text: `The board says: ${board.text}` }],
  }))
  const template = new ResourceTemplate('peer://note/{name}', {
    list: undefined,
    complete: { name: startingWith(notes) },
  })
  server.registerResource('note', template, { title: 'Note', mimeType: 'text/markdown' }, ({ href }, { name }) => ({
    contents: [{ uri: href, mimeType: 'text/markdown', text: `# About the ${name}` }],
  }))
  server.registerTool('write', { inputSchema: z.object({ text: z.string() }) }, async ({ text }) => {
    board.text = text
    await tell.updated(uri)
    return words('written')
  })
  server.registerTool('offer_more', {}, () => {
    board.hasMore = true
    if (isLasting) offerMore(server)
    tell.listsChanged()
    return words('offered')
  })
  if (board.hasMore) offerMore(server)
}
