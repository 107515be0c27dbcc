import { describe, expect, test } from 'vitest'
import {
  suggestedFields,
  withSuggestion,
  withHeader,
} from '../../../../../renderer/state/servers/draft/apply-change.ts'
import { newNamedValue } from '../../../../../renderer/state/servers/draft/named-values.ts'
import { readDraft } from '../../../../../renderer/state/servers/draft/read-draft.ts'
import { emptyDraft } from '../../../../../renderer/state/servers/draft/server-draft.ts'

const draft = {
  ...emptyDraft(),
  id: 'it',
  command: 'npx',
  env: [
    newNamedValue({ name: 'PATH', secret: true, kept: 'server/it/env/PATH' }),
    newNamedValue({ name: 'KEPT', value: '1', secret: false }),
  ],
}

describe('a suggested change', () => {
  test('[DOC-4] replaces and adds variables in the form, and leaves the others', () => {
    const { env } = withSuggestion(draft, { env: { PATH: '/opt/bin:/bin', MORE: 'x' } })
    expect(env.map(({ name, value, secret, kept }) => ({ name, value, secret, kept }))).toEqual([
      { name: 'PATH', value: '/opt/bin:/bin', secret: false, kept: undefined },
      { name: 'KEPT', value: '1', secret: false, kept: undefined },
      { name: 'MORE', value: 'x', secret: false, kept: undefined },
    ])
  })

  test('[DOC-4] becomes the configuration that is saved, with variables passed on by name only', () => {
    const plain = { ...draft, env: [] }
    const changed = withSuggestion(plain, {
      command: 'node',
      args: ['a', 'b c'],
      inherit: ['KUBECONFIG'],
      networkEnvironment: true,
    })
    expect(readDraft(changed, undefined, [])).toMatchObject({
      input: { config: { command: 'node', args: ['a', 'b c'], inherit: ['KUBECONFIG'], networkEnvironment: true } },
    })
    expect(suggestedFields({ args: [], inherit: ['KUBECONFIG'] })).toEqual(['arguments', 'inherit'])
  })

  test('[DOC-4] adds a header to fill in once', () => {
    const once = withHeader({ ...draft, kind: 'http' }, 'Authorization')
    expect(withHeader(once, 'authorization').headers.map(({ name }) => name)).toEqual(['Authorization'])
  })
})
