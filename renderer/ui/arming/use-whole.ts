import { useEffect } from 'react'

/** Reports whether all of something is on the page, whenever that changes. */
export function useWhole(whole: boolean, report: ((whole: boolean) => void) | undefined): void {
  useEffect(() => report?.(whole), [whole, report])
}
