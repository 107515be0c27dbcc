import { describe, expect, test } from 'vitest'
import { discoverParams } from '../../../../main/host/mcp/protocol/era.ts'
import { problemOf } from '../../../support/frames/check.ts'

const request = (method: string, params = {}) => ({ jsonrpc: '2.0', id: 1, method, params })

describe('[FRS-1] every frame that is sent is valid in the negotiated revision', () => {
  test('the probe is', () => {
    const introduced = { client: { name: 'atrium', version: '1' }, capabilities: { roots: { listChanged: true } } }
    const message = request('server/discover', discoverParams(introduced))
    expect(problemOf({ message, revision: undefined })).toBeUndefined()
  })

  test.each([
    ['a method that the revision does not know', request('server/discover'), '2025-06-18'],
    ['a parameter that is missing', request('tools/call'), '2025-11-25'],
    ['a parameter of another type', request('tools/call', { name: 7 }), '2024-11-05'],
    ['a modern request without its revision', request('tools/list'), '2026-07-28'],
    ['a request id that is none', { ...request('ping'), id: null }, '2025-11-25'],
    ['a notification only servers send', { jsonrpc: '2.0', method: 'notifications/message', params: {} }, '2025-11-25'],
    ['an answer without content', { jsonrpc: '2.0', id: 1 }, '2025-11-25'],
    ['folders that are none', { jsonrpc: '2.0', id: 1, result: { roots: [{ name: 'x' }] } }, '2025-06-18'],
    [
      'an answer of a model without words',
      { jsonrpc: '2.0', id: 1, result: { role: 'assistant', model: 'm' } },
      '2025-11-25',
    ],
    ['a revision nobody published', request('ping'), '2025-01-01'],
  ])('%s is noticed', (_what, message, revision) => {
    expect(problemOf({ message, revision })).toBeTypeOf('string')
  })

  test('a notification that a modern client sends is valid', () => {
    const params = { requestId: 1, _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }
    const message = { jsonrpc: '2.0', method: 'notifications/cancelled', params }
    expect(problemOf({ message, revision: undefined })).toBeUndefined()
  })

  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('a call in %s is valid', (revision) => {
    const message = request('tools/call', { name: 'echo', arguments: { text: 'a' } })
    expect(problemOf({ message, revision })).toBeUndefined()
  })
})
