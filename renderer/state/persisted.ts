import { z } from 'zod'
import { parseJson } from '../../shared/schema/json.ts'

type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A value in a storage, under one key. */
export type Persisted<T> = {
  /** Undefined if nothing is stored, or nothing of the current shape. */
  read(): T | undefined
  /** Stores or removes it; false if the storage is full, and then nothing is stored. */
  write(value: T | undefined): boolean
}

/** Stores a value as JSON. Session storage survives a reload of the tab and nothing else. */
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

/** The schema of a stored list; leaves out items of another shape. */
export const storedList = <T>(item: z.ZodType<T>): z.ZodType<T[]> =>
  z.array(z.unknown()).transform((items) =>
    items.flatMap((one) => {
      const { success, data } = item.safeParse(one)
      return success ? [data] : []
    }),
  )
