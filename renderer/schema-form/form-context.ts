import { createContext, useContext, type ComponentType } from 'react'
import type { JsonObject, JsonValue } from '../../shared/schema/json.ts'
import type { Draft } from '../state/forms/form-draft.ts'

export type MemberProps = {
  schema: JsonValue | undefined
  /** Absent at the top, where the form itself is the label. */
  name?: string
  required?: boolean
  /** It is the chosen one of several kinds, under a legend that names it already. */
  isVariant?: boolean
  path: string
  value: Draft | undefined
  onChange(value: Draft | undefined): void
}

/** What every field of one form shares. */
export type Form = {
  /** The server that wrote the schema, as the person named it. */
  from: string
  root: JsonObject
  /** By place in the value (RFC 6901), what is wrong with it, as a sentence. */
  problems: Record<string, string>
  /** Shows one schema and its value; it comes from above because a schema may hold itself. */
  Member: ComponentType<MemberProps>
}

export const FormContext = createContext<Form>({ from: '', root: {}, problems: {}, Member: () => null })
export const useForm = (): Form => useContext(FormContext)
