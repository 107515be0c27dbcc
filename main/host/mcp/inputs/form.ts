import { head } from '../../../../shared/text/clip.ts'
import { HostError } from '../../../../shared/contract/errors.ts'
import { errorsOf } from '../../../../shared/schema/form-content.ts'
import { type FormField, formOf } from '../../../../shared/schema/forms.ts'
import { isObject, type JsonObject } from '../../../../shared/schema/json.ts'
import { withoutNullKeywords } from '../../../../shared/schema/subschemas.ts'
import type { Answer } from '../../../../shared/asks/asks.ts'
import { hashOf } from '../../base/hash.ts'
import type { Validator } from '../../validation/validator.ts'
import type { AnswerDigester } from '../../secrets/answer-digest.ts'
import { about, badParams, type Elicitation, type ElicitationDeps } from './elicited.ts'
import { secretsAsked } from './secret-asked.ts'
import type { RequestAnswer } from '../protocol/types.ts'
import { peerWords } from './peer-words.ts'
import { inputWords as words } from './words.ts'

/** Max characters of a form's JSON text. */
const longestForm = 256 * 1024

/**
 * Asks the user to fill in a form, and returns their action. A form that can't be shown is asked too, so the user hears
 * of it; it can only be declined, and the server gets the reason.
 */
export async function askForm(elicitation: Elicitation, deps: ElicitationDeps): Promise<RequestAnswer> {
  const { message, server, signal, operation, violation } = elicitation
  const form = readForm(elicitation)
  const { fields, schema } = form
  const { secrets, doubts } = secretsAsked({ message, fields })
  if (secrets.length > doubts.length) violation('asks-for-secret')
  const problem = form.problem === undefined ? {} : { problem: form.problem }
  const question = { ...about(elicitation), schema, secrets, ...(doubts.length > 0 && { doubts }), ...problem }
  const digest = await deps.digests.open()
  const { answer } = await deps.inbox.ask('form', question, {
    signal,
    ...(operation && { operation }),
    check: (given) => check(given, { ...form, secrets, server, validator: deps.validator }),
    kept: (given, ask) => kept(given, ask, digest),
  })
  if (form.problem !== undefined) return badParams(form.problem)
  if (answer.action !== 'accept') return { result: { action: answer.action } }
  const [only, ...others] = fields.filter(({ kind }) => kind === 'text')
  // A secret that the message asks for goes in the only field; with several, the right one is unknown.
  const given = secrets.includes('') && only && others.length === 0 ? [...secrets, only.name] : secrets
  for (const name of given) {
    const value = Object.hasOwn(answer.content, name) ? answer.content[name] : undefined
    if (typeof value === 'string' || typeof value === 'number')
      deps.redaction.of(server).hide(words.givenTo(server), String(value))
  }
  return { result: { action: 'accept', content: answer.content } }
}

type ReadForm = { fields: FormField[]; schema: JsonObject; problem?: string }

/** A form as the server describes it, or an empty one with the reason why it can't be shown. */
function readForm({ params: { requestedSchema } }: Elicitation): ReadForm {
  if (!isObject(requestedSchema)) return { fields: [], schema: {}, problem: peerWords.noForm }
  const schema = withoutNullKeywords(requestedSchema)
  if (JSON.stringify(schema).length > longestForm) return { fields: [], schema: {}, problem: peerWords.formTooLarge }
  const form = formOf(schema)
  return 'problem' in form ? { fields: [], schema, problem: form.problem } : { fields: form.fields, schema }
}

type Form = ReadForm & { secrets: string[]; server: string; validator: Validator }

/** Throws an answer's errors. Slow checks, such as patterns, run in another thread and can be given up. */
function check(
  answer: Answer<'form'>,
  { fields, schema, problem, secrets, server, validator }: Form,
): Promise<void> | undefined {
  if (answer.action !== 'accept') return undefined
  if (problem !== undefined) throw new HostError('bad-input', words.notShown(problem))
  if (secrets.length > 0 && !answer.insists) throw new HostError('bad-input', words.asksForSecret)
  const wrong = Object.keys(errorsOf(fields, answer.content))
  const named = wrong.slice(0, 5).map((name) => fields.find((it) => it.name === name)?.title ?? head(name, 50))
  if (wrong.length > 0) throw new HostError('bad-input', words.doesNotFit(named))
  const checked = validator.check({ hash: hashOf(schema), schema }, answer.content, { server })
  return checked.then((verdict) => {
    if ('unchecked' in verdict || verdict.ok) return
    throw new HostError('bad-input', words.refused(verdict.problems))
  })
}

/** The part of an answer that the log keeps: which fields were answered and a digest, never what was answered. */
function kept(answer: Answer<'form'>, ask: string, digest: AnswerDigester | undefined): JsonObject {
  if (answer.action !== 'accept') return answer
  const { action, content, insists } = answer
  return {
    action,
    fields: Object.keys(content),
    ...(digest && { digest: digest(ask, content) }),
    ...(insists && { insists }),
  }
}
