// The Vercel AI SDK (npm packages ai and @ai-sdk/openai-compatible) against the
// mock. Prints one line a step; the Go test compares them.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { APICallError, generateObject, generateText, RetryError, streamText } from "ai";
import { z } from "zod";

const { MOCK_URL, FLAKY_URL, MOCK_KEY } = process.env;
const provider = (baseURL, apiKey) =>
  createOpenAICompatible({ name: "mock", baseURL, apiKey, supportsStructuredOutputs: true, includeUsage: true });
const model = provider(MOCK_URL, MOCK_KEY)("m");
const greeting = { mock: { user: "greeting" } };

const chat = await generateText({ model, prompt: "Hello", providerOptions: greeting, maxRetries: 0 });
console.log("chat:", chat.text, chat.finishReason, chat.usage.totalTokens);

const made = await generateObject({
  model, prompt: "Hello", maxRetries: 0,
  schema: z.object({ city: z.string().min(6), nights: z.number().int().min(2), seat: z.enum(["aisle", "window"]) }),
});
console.log("structured:", JSON.stringify(made.object));

let streamed = "";
const stream = streamText({ model, prompt: "Hello", providerOptions: greeting, maxRetries: 0 });
for await (const part of stream.textStream) streamed += part;
console.log("stream:", streamed, (await stream.usage).totalTokens);

try {
  await generateText({ model: provider(MOCK_URL, "sk-wrong")("m"), prompt: "Hello", maxRetries: 0 });
} catch (e) {
  console.log("wrong key:", APICallError.isInstance(e), e.statusCode, e.data.error.code);
}

const flaky = provider(FLAKY_URL, MOCK_KEY)("m");
try {
  await generateText({ model: flaky, prompt: "Busy?", providerOptions: greeting, maxRetries: 0 });
} catch (e) {
  console.log("without retries:", (RetryError.isInstance(e) ? e.lastError : e).statusCode, e.isRetryable);
}
const retried = await generateText({ model: flaky, prompt: "Busy?", providerOptions: greeting, maxRetries: 9 });
console.log("with retries:", retried.text);
