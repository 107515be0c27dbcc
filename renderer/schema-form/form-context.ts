import { createContext, useContext, type ComponentType } from 'react'
import type { JsonObject, JsonValue } from '../../shared/schema/json.ts'
import type { Draft } from '../state/forms/form-draft.ts'

/** One part of the form, at any depth; `onChange(undefined)` leaves it out. */
export type MemberProps = {
  schema: JsonValue | undefined
  /** Absent at the top, where the form itself is the label. */
  name?: string
  required?: boolean
  /** It is the chosen variant, under a legend that already names it. */
  isVariant?: boolean
  path: string
  value: Draft | undefined
  onChange(value: Draft | undefined): void
}

/** Shared by all fields of a form. */
export type Form = {
  /** The display name of the server that wrote the schema. */
  from: string
  root: JsonObject
  /** Errors by position in the value (RFC 6901), as sentences. */
  problems: Record<string, string>
  /** Shows one schema and its value; passed down because a schema can contain itself. */
  Member: ComponentType<MemberProps>
}

/** Outside a form there are no problems, and members draw nothing. */
export const FormContext = createContext<Form>({ from: '', root: {}, problems: {}, Member: () => null })
/** The form around this part, with its root schema and its problems by path. */
export const useForm = (): Form => useContext(FormContext)
