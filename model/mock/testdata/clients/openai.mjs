// The npm package openai against the mock. Prints one line a step; the Go test
// compares them.
import OpenAI from "openai";
import { zodResponseFormat } from "openai/helpers/zod";
import { z } from "zod";

const { MOCK_URL, FLAKY_URL, MOCK_KEY } = process.env;
const client = new OpenAI({ baseURL: MOCK_URL, apiKey: MOCK_KEY, maxRetries: 0 });
const messages = [{ role: "user", content: "Hello" }];

const chat = await client.chat.completions.create({ model: "m", messages, user: "greeting" });
console.log("chat:", chat.choices[0].message.content, chat.choices[0].finish_reason, chat.usage.total_tokens);

const Trip = z.object({
  city: z.string().min(6), nights: z.number().int().min(2), seat: z.enum(["aisle", "window"]),
  day: z.iso.date(), stops: z.array(z.object({ name: z.string() })).min(2), note: z.string().nullable(),
});
const parsed = await client.chat.completions.parse({
  model: "m", messages, user: "nobody", response_format: zodResponseFormat(Trip, "trip"),
});
console.log("structured:", JSON.stringify(parsed.choices[0].message.parsed));

let streamed = "", usage;
const stream = await client.chat.completions.create({
  model: "m", messages, user: "greeting", stream: true, stream_options: { include_usage: true },
});
for await (const chunk of stream) {
  streamed += chunk.choices[0]?.delta?.content ?? "";
  usage = chunk.usage ?? usage;
}
console.log("stream:", streamed, usage.total_tokens);

const helper = client.chat.completions.stream({ model: "m", messages, user: "greeting" });
console.log("stream helper:", (await helper.finalChatCompletion()).choices[0].message.content);

const models = [];
for await (const model of client.models.list()) models.push(model.id);
console.log("models:", models.join(" "), (await client.models.retrieve("m")).owned_by);

try {
  await new OpenAI({ baseURL: MOCK_URL, apiKey: "sk-wrong", maxRetries: 0 }).chat.completions.create({ model: "m", messages });
} catch (e) {
  console.log("wrong key:", e instanceof OpenAI.AuthenticationError, e.status, e.code);
}
try {
  await client.chat.completions.create({ model: "gone", messages });
} catch (e) {
  console.log("unknown model:", e instanceof OpenAI.NotFoundError, e.status, e.code, e.requestID?.startsWith("req_"));
}

const once = new OpenAI({ baseURL: FLAKY_URL, apiKey: MOCK_KEY, maxRetries: 0 });
try {
  await once.chat.completions.create({ model: "m", messages, user: "busy" });
} catch (e) {
  console.log("without retries:", e instanceof OpenAI.RateLimitError, e.status, e.headers.has("retry-after"));
}
const patient = new OpenAI({ baseURL: FLAKY_URL, apiKey: MOCK_KEY, maxRetries: 9 });
const retried = await patient.chat.completions.create({ model: "m", messages, user: "busy" });
console.log("with retries:", retried.choices[0].message.content);
