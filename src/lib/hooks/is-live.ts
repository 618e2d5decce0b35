import { createContext, useContext } from 'react'

/** Whether a stream tells the pages of each change, so that none has to ask by itself. */
export const IsLiveContext = createContext(false)

export const useIsLive = (): boolean => useContext(IsLiveContext)
