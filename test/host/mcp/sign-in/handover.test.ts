import { expect, test } from 'vitest'
import { handoverIn } from '../../../../main/host/mcp/sign-in/plan.ts'

test.each([
  ['https://login.example.com/a', 'https://api.example.com/t', false],
  ['https://accounts.google.com/a', 'https://oauth2.googleapis.com/t', true],
  ['https://mine.github.io/a', 'https://yours.github.io/t', true],
  ['https://login.example.co.uk/a', 'https://evil.co.uk/t', true],
  ['http://127.0.0.1:9000/a', 'http://127.0.0.1:9001/t', true],
  ['https://EXAMPLE.com/a', 'https://example.com./t', false],
])('[AUT-46] compares sites, not hosts: %s and %s', async (page, token, isAsked) => {
  const metadata = {
    issuer: 'https://e.example',
    authorization_endpoint: page,
    token_endpoint: token,
    response_types_supported: ['code'],
  }
  expect((await handoverIn(metadata)) !== undefined).toBe(isAsked)
})
