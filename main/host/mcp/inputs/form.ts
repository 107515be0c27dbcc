import { head } from '../../../../shared/text/clip.ts'
import { HostError } from '../../../../shared/contract/errors.ts'
import { errorsOf } from '../../../../shared/schema/form-content.ts'
import { type FormField, formOf } from '../../../../shared/schema/forms.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import type { Answer } from '../../../../shared/asks/asks.ts'
import { hashOf } from '../../base/hash.ts'
import type { Validator } from '../../validation/validator.ts'
import { about, badParams, type Elicitation, type ElicitationDeps, schemaOf } from './elicited.ts'
import { secretsAsked } from './secret-asked.ts'
import type { RequestAnswer } from '../protocol/types.ts'
import { peerWords } from './peer-words.ts'
import { inputWords as words } from './words.ts'

/** Max characters of a form's JSON text. */
const longestForm = 256 * 1024

/** Asks the user to fill in a form, and returns their action. */
export async function askForm(elicitation: Elicitation, deps: ElicitationDeps): Promise<RequestAnswer> {
  const { message, server, signal, operation, violation } = elicitation
  const schema = schemaOf(elicitation)
  if (!schema) return badParams(peerWords.noForm)
  const form = formOf(schema)
  if ('problem' in form) return badParams(form.problem)
  if (JSON.stringify(schema).length > longestForm) return badParams(peerWords.formTooLarge)
  const { fields } = form
  const secrets = secretsAsked({ message, fields, schema })
  if (secrets.length > 0) violation('asks-for-secret')
  const question = { ...about(elicitation), schema, secrets }
  const { answer } = await deps.inbox.ask('form', question, {
    signal,
    ...(operation && { operation }),
    check: (given) => check(given, { fields, schema, secrets, server, validator: deps.validator }),
    kept: (given) => kept(given, secrets),
  })
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

type Form = { fields: FormField[]; schema: JsonObject; secrets: string[]; server: string; validator: Validator }

/** Throws an answer's errors. Slow checks, such as patterns, run in another thread and can be given up. */
function check(
  answer: Answer<'form'>,
  { fields, schema, secrets, server, validator }: Form,
): Promise<void> | undefined {
  if (answer.action !== 'accept') return undefined
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

/** The part of an answer the log keeps: nothing that seems to be a secret. */
function kept(answer: Answer<'form'>, secrets: string[]): Answer<'form'> {
  if (answer.action !== 'accept' || secrets.length === 0) return answer
  const isSecret = (name: string): boolean => secrets.includes('') || secrets.includes(name)
  const content: JsonObject = {}
  for (const [name, value] of Object.entries(answer.content)) content[name] = isSecret(name) ? words.notKept : value
  return { ...answer, content }
}
