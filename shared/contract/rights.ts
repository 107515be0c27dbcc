import type { Right } from './commands.ts'

const rank: Record<Right, number> = { read: 0, use: 1, admin: 2 }

/** Whether one right includes another. */
export const covers = (has: Right, needs: Right): boolean => rank[has] >= rank[needs]
