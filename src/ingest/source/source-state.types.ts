/** `lagging`: it lacked what a later source had. */
export type SourceState = 'well' | 'lagging' | 'failing';
