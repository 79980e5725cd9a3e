/** The password of the six demo readers, so that the demo can simulate them; production refuses to run the demo. */
export const demoReaderPassword = 'atsr_demo'
