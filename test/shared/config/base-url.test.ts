import { expect, test } from 'vitest'
import { baseUrlFor, readBaseUrl } from '../../../shared/config/base-url.ts'
import { headerProblem } from '../../../shared/config/endpoint-headers.ts'

test.each([
  ['https://api.openai.com/v1/', { baseUrl: 'https://api.openai.com/v1' }],
  ['https://api.openai.com/v1/chat/completions', { baseUrl: 'https://api.openai.com/v1', wire: 'chat' }],
  ['https://x.example/openai/v1/responses?a=b', { baseUrl: 'https://x.example/openai/v1?a=b', wire: 'responses' }],
  ['http://127.0.0.1:11434/v1/messages', { baseUrl: 'http://127.0.0.1:11434/v1', wire: 'messages' }],
  ['https://x.example/v1/models#top', { baseUrl: 'https://x.example/v1' }],
  ['api.groq.com/openai/v1', { baseUrl: 'https://api.groq.com/openai/v1' }],
  [' localhost:1234 ', { baseUrl: 'http://localhost:1234' }],
  ['[::1]:8080/v1', { baseUrl: 'http://[::1]:8080/v1' }],
  ['nowhere', undefined],
  ['ftp://x.example', undefined],
  ['', undefined],
])('[PRV-6] reads the pasted URL %j', (typed, expected) => {
  expect(readBaseUrl(typed)).toEqual(expected)
})

test('[PRV-6] gives each API of the user’s own server the URL it expects', () => {
  expect(baseUrlFor('http://127.0.0.1:11434', 'chat', 'ollama')).toBe('http://127.0.0.1:11434/v1')
  expect(baseUrlFor('http://127.0.0.1:11434/v1', 'messages', 'ollama')).toBe('http://127.0.0.1:11434')
  expect(baseUrlFor('https://x.example/sub', 'chat', 'vllm')).toBe('https://x.example/sub')
  expect(baseUrlFor('https://x.example', 'chat', 'other')).toBe('https://x.example')
  expect(baseUrlFor('https://x.example/deployments/d?api-version=1', 'chat', 'azure')).toBe(
    'https://x.example/deployments/d?api-version=1',
  )
})

test('[PRV-2] accepts the headers that gateways ask for', () => {
  for (const name of ['OpenAI-Organization', 'HTTP-Referer', 'X-Title', 'anthropic-version', 'x-portkey-config'])
    expect(headerProblem(name, 'garden'), name).toBeUndefined()
})
