import { useEffect } from 'react'
import { keepTelling } from '../../lib/attendance.ts'
import { config } from '../../lib/config.ts'
import { sayHere } from '../../trpc.ts'

/** Keeps the session of a person who works on pages that ask the server nothing. */
export function useAttendance(isSignedIn: boolean) {
  // Clerk's script does the same for its own sessions.
  const isOurs = isSignedIn && config.identity === 'embedded'
  useEffect(() => (isOurs ? keepTelling(() => void sayHere()) : undefined), [isOurs])
}
