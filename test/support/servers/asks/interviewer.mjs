#!/usr/bin/env node
// A server of 2025-11-25 whose tools ask the user something: with a form, several forms at once, a page, for a secret,
// and after the call has ended. It withdraws one question when a given file exists.
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

const [, , sign] = process.argv
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

const waiting = new Map()
let asked = 0
const ask = (params) =>
  new Promise((resolve) => {
    const id = `question ${++asked}`
    waiting.set(id, resolve)
    send({ id, method: 'elicitation/create', params })
  })

const meeting = {
  message: 'Choose when the rehearsal happens and who should hear about it.',
  requestedSchema: {
    type: 'object',
    properties: {
      contact: { type: 'string', title: 'Contact email', format: 'email' },
      runbook: { type: 'string', title: 'Runbook link', format: 'uri', description: 'A web address' },
      reply: { type: 'string', title: 'Reply by', format: 'date', default: '2026-11-23' },
      start: { type: 'string', title: 'Starts at', format: 'date-time', default: '2026-11-24T14:30:00Z' },
      minutes: { type: 'integer', title: 'Length in minutes', minimum: 15, maximum: 120, default: 45 },
      warmth: { type: 'number', title: 'Room temperature' },
      visibility: {
        type: 'string',
        title: 'Visibility',
        oneOf: [
          { const: 'team', title: 'Team' },
          { const: 'company', title: 'Company' },
          { const: 'me', title: 'Only me' },
        ],
        default: 'team',
      },
      channels: {
        type: 'array',
        title: 'Tell these channels',
        items: { type: 'string', enum: ['Releases', 'On-call', 'Everyone'] },
        default: ['Releases', 'On-call'],
      },
      record: { type: 'boolean', title: 'Record the meeting', default: true },
    },
    required: ['contact', 'reply', 'start', 'minutes', 'visibility'],
  },
}

const one = (message, name, field) => ({
  message,
  requestedSchema: { type: 'object', properties: { [name]: field }, required: [name] },
})
const days = Array.from({ length: 70 }, (_none, index) => `day ${index + 1}`)

const page = {
  mode: 'url',
  message: 'Connect your invoice archive so that this tool can read it.',
  url: 'https://accounts.xn--bcher-kva.example/connect?client=atrium&scope=invoices.read',
  elicitationId: 'el_71c4',
}

const pair = []
const together = () =>
  new Promise((resolve) => {
    if (pair.push(resolve) < 2) return
    void ask(one('For one of them.', 'size', { type: 'string', title: 'Size' })).then((answer) =>
      pair.splice(0).forEach((done) => done(answer)),
    )
  })

/** Each tool's action before it answers with the resulting text. */
const tools = {
  create_event: () => ask(meeting),
  two_at_once: () =>
    Promise.all([ask(one('The first.', 'city', { type: 'string' })), ask(one('The second.', 'day', { enum: days }))]),
  list_invoices: () => ask(page),
  sign_in: () => ask(one('Sign in to go on.', 'password', { type: 'string', title: 'Password' })),
  // Once both run, one question for both.
  slow_one: () => together(),
  slow_two: () => together(),
  take_back: async () => {
    void ask(one('Quickly.', 'word', { type: 'string', title: 'Word' }))
    while (!existsSync(sign)) await sleep(100)
    send({ method: 'notifications/cancelled', params: { requestId: `question ${asked}` } })
    return 'taken back'
  },
  ask_later: async () => {
    setTimeout(() => void ask(one('One more thing.', 'mood', { type: 'string', title: 'Mood' })), 300)
    return 'later'
  },
}

const titles = { create_event: 'Create event', list_invoices: 'List invoices' }

const answers = {
  initialize: () => ({
    protocolVersion: '2025-11-25',
    capabilities: { tools: {}, resources: {} },
    serverInfo: { name: 'asking', version: '1' },
  }),
  'tools/list': () => ({
    tools: Object.keys(tools).map((name) => ({
      name,
      title: titles[name] ?? name,
      description: 'Asks something.',
      inputSchema: { type: 'object' },
    })),
  }),
  'resources/list': () => ({ resources: [{ uri: 'ask://diary', name: 'diary', mimeType: 'text/plain' }] }),
  'resources/read': async ({ uri }) => {
    const { content } = await ask(one('Which page?', 'page', { type: 'integer', title: 'Page' }))
    return { contents: [{ uri, mimeType: 'text/plain', text: `This is page ${content?.page}.` }] }
  },
  'tools/call': async ({ name }) => ({ content: [{ type: 'text', text: JSON.stringify(await tools[name]()) }] }),
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params, result, error } = JSON.parse(line)
  if (method === undefined) return waiting.get(id)?.(result ?? error)
  if (id === undefined) return
  const answer = answers[method]
  if (answer) send({ id, result: await answer(params) })
  else send({ id, error: { code: -32601, message: 'Method not found' } })
})
