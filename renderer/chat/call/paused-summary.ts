import type { Ask } from '../../../shared/asks/asks.ts'
import { formOf } from '../../../shared/schema/forms.ts'
import { isAboutPage } from '../../state/asks.ts'
import { questions } from '../../strings/inbox/questions.ts'

const words = questions.call

/** The reason why a call waits after its server asked something; undefined if only the call itself needs approval. */
export function pausedSummary(asks: readonly Ask[]): string | undefined {
  const [first, ...others] = asks.filter((ask) => ask.kind !== 'approval' && !isAboutPage(ask))
  if (!first) return undefined
  if (others.length > 0) return words.several(others.length + 1)
  switch (first.kind) {
    case 'form': {
      const form = formOf(first.question.schema)
      return words.form('fields' in form ? form.fields.length : 0)
    }
    case 'url':
      return words.url
    case 'visit':
      return words.visit
    case 'sampling':
      return words.sampling
    case 'review':
      return words.review
    case 'sign-in':
    case 'sign-in-page':
      return words.signIn
    case 'approval':
    case 'trust':
    case 'address':
    case 'definitions':
    case 'server-page':
    case 'page-wish':
      return undefined
    default:
      return first satisfies never
  }
}
