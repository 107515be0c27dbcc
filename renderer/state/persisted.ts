import { z } from 'zod'
import { parseJson } from '../../shared/schema/json.ts'

type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A value in a storage, under one key. */
export type Persisted<T> = {
  /** Undefined where nothing is stored, or nothing of today's shape. */
  read(): T | undefined
  /** Stores it, or takes it away; false where the storage is full, and then nothing is stored. */
  write(value: T | undefined): boolean
}

/** Keeps a value as JSON. What a browser keeps for a tab outlives a reload of it and nothing else. */
export const persisted = <T>(storage: Place | undefined, key: string, schema: z.ZodType<T>): Persisted<T> => ({
  read: () => schema.safeParse(parseJson(storage?.getItem(key) ?? '')).data,
  write: (value) => {
    try {
      if (value === undefined) storage?.removeItem(key)
      else storage?.setItem(key, JSON.stringify(value))
      return true
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
      storage?.removeItem(key)
      return false
    }
  },
})

/** A list whose items of another shape are left out. */
export const listOf = <T>(item: z.ZodType<T>): z.ZodType<T[]> =>
  z.array(z.unknown()).transform((items) =>
    items.flatMap((one) => {
      const { success, data } = item.safeParse(one)
      return success ? [data] : []
    }),
  )
