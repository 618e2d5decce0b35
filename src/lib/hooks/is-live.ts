import { createContext, useContext } from 'react'

/** True while a stream notifies pages of each change, so that no page has to poll. */
export const IsLiveContext = createContext(false)

export const useIsLive = (): boolean => useContext(IsLiveContext)
