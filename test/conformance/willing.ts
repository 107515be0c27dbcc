import { once } from 'node:events'
import type { Ask } from '../../shared/asks/asks.ts'
import { contentOf } from '../../shared/schema/form-content.ts'
import { formOf } from '../../shared/schema/forms.ts'
import type { JsonObject, JsonValue } from '../../shared/schema/json.ts'
import { open } from '../support/authorization/browser.ts'

/**
 * A willing user's answers: allows, submits forms as they come, signs in, and visits the page for it. Throws at a
 * question that no scenario is about.
 */
export async function answerOf(ask: Ask, signal: AbortSignal): Promise<JsonValue | undefined> {
  switch (ask.kind) {
    case 'approval':
      return { decision: 'allow', scope: 'once' }
    case 'address':
      return { decision: 'connect' }
    case 'form':
      return { action: 'accept', content: contentAsItComesUp(ask.question.schema) }
    case 'sign-in':
      return { decision: 'sign-in' }
    case 'sign-in-page':
      await open(ask.question.url)
      // The browser's return ends the question; there is no other answer.
      if (!signal.aborted) await once(signal, 'abort')
      return undefined
    default:
      throw new Error(`Nobody expected a question of the kind ${ask.kind}: ${JSON.stringify(ask.question)}`)
  }
}

function contentAsItComesUp(schema: JsonObject): JsonObject {
  const form = formOf(schema)
  if ('problem' in form) throw new Error(`The form cannot be shown: ${form.problem}.`)
  const filled = contentOf(form.fields, {})
  if ('content' in filled) return filled.content
  throw new Error(`The form is not complete as it comes up: ${JSON.stringify(filled.errors)}`)
}
