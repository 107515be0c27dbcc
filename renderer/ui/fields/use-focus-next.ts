import { useLayoutEffect, useRef, useState } from 'react'

type Find = () => HTMLElement | null | undefined

/** A form's first field with a problem. */
export const invalidIn: (form: HTMLElement | null) => ReturnType<Find> = (form) => form?.querySelector('[aria-invalid]')

/**
 * Returns a function that focuses an element in the commit of the state changes made with the call, so it finds fields
 * that they add or mark as invalid. An animation frame can come before that commit. A password is selected: typing
 * replaces it.
 */
export function useFocusNext(): (find: Find) => void {
  const [wanted, setWanted] = useState<{ find: Find }>()
  const reached = useRef(wanted)
  useLayoutEffect(() => {
    // The effect also runs when the form shows again after a part of it has loaded.
    if (!wanted || wanted === reached.current) return
    reached.current = wanted
    const field = wanted.find()
    field?.focus()
    if (field instanceof HTMLInputElement && field.type === 'password') field.select()
  }, [wanted])
  return (find) => setWanted({ find })
}
