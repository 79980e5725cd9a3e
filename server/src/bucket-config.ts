import { z } from 'zod'

type Variables = Record<string, string | undefined>

export const bucketVariables = {
  S3_URL: z
    .url({
      protocol: /^https?$/,
      error: 'must be the address of a bucket, such as https://s3.example.com/assets',
    })
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
}

export function neededByBucket({ S3_URL, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }: Variables): string[] {
  if (S3_URL === undefined || (S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY)) return []
  return ['S3_URL: needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY']
}

type Environment = z.infer<z.ZodObject<typeof bucketVariables>>

/** The bucket for files; `DATA_DIR` then holds only temporary files. */
export const bucketOf = (env: Environment) =>
  env.S3_URL === undefined
    ? undefined
    : {
        url: env.S3_URL,
        region: env.S3_REGION,
        accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
        secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
      }
