import { describe, expect, test } from 'vitest'
import { discoverParams } from '../../../../main/host/mcp/protocol/era.ts'
import { problemOf } from '../../../support/frames/check.ts'

const request = (method: string, params = {}) => ({ jsonrpc: '2.0', id: 1, method, params })

describe('[FRS-1] the check that a sent frame is valid in the negotiated revision', () => {
  test('accepts the probe', () => {
    const declared = { roots: { listChanged: true } }
    const introduced = { client: { name: 'atrium', version: '1' }, declared: { legacy: declared, modern: declared } }
    const message = request('server/discover', discoverParams(introduced))
    expect(problemOf({ message, revision: undefined })).toBeUndefined()
  })

  test.each([
    ['a method unknown to the revision', request('server/discover'), '2025-06-18'],
    ['a missing parameter', request('tools/call'), '2025-11-25'],
    ['a parameter of another type', request('tools/call', { name: 7 }), '2024-11-05'],
    ['a modern request without its revision', request('tools/list'), '2026-07-28'],
    ['an invalid request id', { ...request('ping'), id: null }, '2025-11-25'],
    [
      'a notification that only servers send',
      { jsonrpc: '2.0', method: 'notifications/message', params: {} },
      '2025-11-25',
    ],
    ['an answer without content', { jsonrpc: '2.0', id: 1 }, '2025-11-25'],
    ['invalid folders', { jsonrpc: '2.0', id: 1, result: { roots: [{ name: 'x' }] } }, '2025-06-18'],
    [
      'a model’s answer without content',
      { jsonrpc: '2.0', id: 1, result: { role: 'assistant', model: 'm' } },
      '2025-11-25',
    ],
    ['an unpublished revision', request('ping'), '2025-01-01'],
  ])('rejects %s', (_what, message, revision) => {
    expect(problemOf({ message, revision })).toBeTypeOf('string')
  })

  test('accepts a modern client’s notification', () => {
    const params = { requestId: 1, _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }
    const message = { jsonrpc: '2.0', method: 'notifications/cancelled', params }
    expect(problemOf({ message, revision: undefined })).toBeUndefined()
  })

  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('accepts a call in %s', (revision) => {
    const message = request('tools/call', { name: 'echo', arguments: { text: 'a' } })
    expect(problemOf({ message, revision })).toBeUndefined()
  })
})
